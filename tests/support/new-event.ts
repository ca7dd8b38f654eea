/** As the form sends it, but for what a test says. */
export function newEvent(title: string, more: Record<string, unknown> = {}) {
  return {
    title,
    socialEventId: `2026-12-04-${title.toLowerCase().replaceAll(" ", "-")}`,
    date: "2026-12-04",
    time: "18:00",
    length: "2 hrs",
    location: "Jacksonville Beach Pier, 503 1st St N",
    privateLocation: "",
    shortLocation: title.slice(0, 15),
    description: "Bring a friend.",
    cost: 0,
    spacesLeft: "",
    generalpublic: true,
    host: "Ana Ruiz",
    host1: "group-host",
    host2: "none",
    password: "0",
    chat: "Volleyball",
    groupMeChatUrl: "none",
    groupMeChatId: "",
    groupmeImg: "chat-volleyball",
    imgKey: "volleyball",
    pollText: "TBD",
    pollPrivateLocation: "TBD",
    ...more,
  };
}
