/** Minutes to wait after the first, second… failure of a mail or job. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 15, 60, 240, 720];
