export const TEAM_RECEIVED = "Your team is registered.";
export const TEAM_FAILED = "Your registration did not reach us. What you typed is still here: please send it again.";
export const HOST_REQUEST_RECEIVED = "We got your request to host.";
export const HOST_REQUEST_FAILED = "Your request did not reach us. What you typed is still here: please send it again.";
export const TEAM_NAME_REQUIRED = "Team name is required.";
export const PLAYER_REQUIRED = "Name is required.";
export const SIGN_UP_CLOSED =
  "No more teams can enter this one. Volleyball goes on every week, and you can come alone.";
