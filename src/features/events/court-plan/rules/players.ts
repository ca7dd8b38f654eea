const LENGTH = 8;
/** Where a guest's seven digits begin, from the end of the attendance id. */
const GUEST_FROM = -12;

/** A player's id on the board: the end of their attendance id, because full ids would make boards too large. */
export const playerIdOf = (attendanceId: string): string => attendanceId.slice(-LENGTH);

/** The player id of a person's guest: the guest's number (1 to 9), then seven other digits of the person's attendance id. */
export const guestIdOf = (attendanceId: string, guest: number): string =>
  guest + attendanceId.slice(GUEST_FROM, GUEST_FROM + LENGTH - 1);
