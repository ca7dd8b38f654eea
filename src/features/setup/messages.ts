export const SETUP_CODE_WRONG = "This code is no longer valid. The terminal shows a new one at each start.";
export const SETUP_DONE = "The group is set up already. Sign in, or ask its organizers.";
export const SETUP_FAILED = "The group could not be set up yet. Check what is marked, then try again.";
export const CODE_NEEDED = "Enter the setup code. The site’s terminal or log shows it.";
export const GROUP_NEEDED = "Enter the group's name.";
export const AREA_NEEDED = "Enter the town or area.";
export const ZONE_NEEDED = "Choose a time zone such as America/New_York.";
