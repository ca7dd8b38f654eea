export const HAS_A_PLACE = "You are going: you have a space already.";
export const NO_WAITING_LIST = "This event has spaces for everyone: just say that you are going.";
export const PLACES_LEFT = "There are spaces left: just say that you are going.";
export const SEAT_TAKEN = "Someone else took this space. You are still on the waiting list.";
export const OFFER_OVER = "This offer is over. You are still on the waiting list.";
export const NOT_WAITING = "You are not on the waiting list of this event.";
export const NO_SEAT_FOR_GUESTS = "There is no free space for another guest.";

/** The error for fewer free seats than the party needs. */
export const tooFewSeats = (free: number): string =>
  free === 1
    ? "Only 1 space is free. Take it without guests, or wait for more."
    : `Only ${free} spaces are free. Take them with fewer guests, or wait for more.`;

/** The error for more guests than the host allows. */
export const tooManyGuests = (most: number): string => {
  if (most === 0) return "You can’t bring guests to this event.";
  return most === 1 ? "You can bring 1 guest to this event." : `You can bring up to ${most} guests to this event.`;
};
