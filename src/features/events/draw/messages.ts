export const TURNS_NEED_SPACES = "Enter the number of spaces. Taking turns is for events with limited space.";
export const TURNS_TOO_SOON =
  "People need time to answer before the draw, so taking turns works only for events that start in three hours or more.";
export const NO_DRAW = "The spaces of this event are not drawn.";
