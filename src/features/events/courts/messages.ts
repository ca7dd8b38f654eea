export const BOARD_CHANGED = "Another phone has changed the board. Yours takes over its changes and tries again.";
export const BOARD_WRONG = "The board was not saved: it does not add up.";
export const NO_LINK = "This link has ended. Ask the host for a new one.";
export const UNKNOWN_PLAYER = "Player";
