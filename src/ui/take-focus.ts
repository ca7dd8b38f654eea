/** As the `ref` of what somebody has just asked for: it has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
