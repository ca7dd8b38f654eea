export const counted = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
