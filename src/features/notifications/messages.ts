export const NO_PUSH_ENDPOINT = "This browser's push service cannot be used.";
export const NO_PUSH_KEYS = "This browser sent no usable keys. Please try again.";
export const PUSH_REFUSED = "Notifications were not turned on: some of this cannot be used.";
export const SIGN_IN_FOR_PUSH = "Please sign in on this device first.";
export const CHOICES_REFUSED = "Your choices were not saved: some of this cannot be used.";
