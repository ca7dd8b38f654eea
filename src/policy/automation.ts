/** Whether the site may approve a person by itself: an organizer has to look at a blocked one. */
export const mayBeApproved = (isBlocked: boolean): boolean => !isBlocked;
