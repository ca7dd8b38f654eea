/** `Good evening, Ana`, by the person's local hour. */
export function greeting(firstName: string, hour: number): string {
  const time = hour < 5 ? "evening" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return firstName === "" ? `Good ${time}` : `Good ${time}, ${firstName}`;
}
