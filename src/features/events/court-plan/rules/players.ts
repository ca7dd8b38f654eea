const LENGTH = 8;

/** A player's id on the board: the end of their attendance id, because a season's worth of whole ids is too much to send. */
export const playerIdOf = (attendanceId: string): string => attendanceId.slice(-LENGTH);
