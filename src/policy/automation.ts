/** Whether automations may approve a person. Blocked people need an organizer's review. */
export const mayBeApproved = (isBlocked: boolean): boolean => !isBlocked;
