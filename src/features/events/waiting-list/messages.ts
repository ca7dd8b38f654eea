export const HAS_A_PLACE = "You are going: you have a place already.";
export const NO_WAITING_LIST = "This event has places for everyone: just say that you are going.";
export const PLACES_LEFT = "There are places left: just say that you are going.";
export const SEAT_TAKEN = "Somebody else took this seat. You are still on the waiting list.";
export const OFFER_OVER = "This offer is over. You are still on the waiting list.";
export const NOT_WAITING = "You are not on the waiting list of this event.";
