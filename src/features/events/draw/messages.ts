export const TURNS_NEED_SPACES = "Say how many spaces there are: taking turns is for events that have fewer than come.";
export const TURNS_TOO_SOON =
  "People need time to answer before places are drawn: take turns only when it starts in three hours or more.";
export const NO_DRAW = "The places of this event are not drawn.";
