export const BOARD_CHANGED = "Another phone changed the board. Yours is merging those changes and trying again.";
export const BOARD_WRONG = "The board was not saved because it is inconsistent. Reload the page.";
export const NO_LINK = "This link has ended. Ask the host for a new one.";
export const UNKNOWN_PLAYER = "Player";
export const SAME_MOMENT = "Two games of the same court or player start at the same moment.";
export const TIED = "A game cannot end in a tie. Play one more point, or leave both scores empty.";
export const NOT_AT_THE_DOOR = "A player on the board is not on the door list of this event. Reload the page.";

export function tooManyGames(most: number): string {
  return `A player can have at most ${most} games at an event.`;
}

export function savedFirst(score: string): string {
  return `Another phone was first: ${score}. If yours is right, save it again.`;
}
