export const TURNS_NEED_SPACES = "Say how many spaces there are: taking turns is for events that have fewer than come.";
export const NO_DRAW = "The places of this event are not drawn.";
