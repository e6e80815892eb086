// What the tests store by the REST routes.

export const HOSTILE = `<img src="x" onerror="alert(1)"><script>alert(2)</script> & "quoted" 'too'`;
export const TURNED = "The invoice is called \u202Efdp.exe\u202C, says the sender";
export const ARABIC = "الموعد النهائي للشرائح هو يوم الثلاثاء";
export const HOSTILE_NAME = "<b onclick=alert(3)>Mallory</b>";

const day = (date, clock) => `2025-09-${String(date).padStart(2, "0")}T${clock}:00Z`;

const SAID = [
  ["Ruth", "The opening is on Friday, 17 October, at six in the evening.", day(1, "07:30")],
  ["Tom", "I have the opening down for Thursday the 16th. That is what I told the printer.", day(1, "07:31")],
  ["Ruth", "I checked my calendar: it is Friday. Please call the printer.", day(1, "07:36")],
  ["Ines", "The lamps for the second room come a week late.", day(1, "08:02")],
  ["Tom", "The printer needs the final poster by Wednesday noon.", day(3, "09:10")],
  ["Ines", "I can borrow two lamps from the theatre until ours are here.", day(4, "14:45")],
  ["Yusuf", "The caravan model weighs ninety kilos; we need four people to lift it.", day(5, "10:20")],
  ["Yusuf", ARABIC, day(8, "11:00")],
  ["Ruth", "The insurance covers the salt vessels only if the room is locked at night.", day(9, "08:15")],
  ["Tom", "The poster is at the printer, with Friday on it this time.", day(10, "12:05")],
  ["Ines", "Our lamps arrived. They are warmer than we ordered, but I like them.", day(15, "16:30")],
  ["Yusuf", "The school classes come on Tuesdays and Thursdays from ten to twelve.", day(18, "09:00")],
  ["me", "I will remind Ruth of the insurance on Monday morning.", day(9, "08:16")],
  ["me", "I told the printer that the opening is on Friday.", day(1, "07:40")],
  [HOSTILE_NAME, HOSTILE, day(12, "13:37")],
  [HOSTILE_NAME, TURNED, day(12, "13:38")],
  [null, "The fire exit in the second room must stay free.", day(2, "06:50")],
];

// A museum's meetings, with one remark in three versions. Answers with the ids of its versions.
export async function museum(api, store = "default") {
  await api("POST", "stores", { id: store });
  const at = `stores/${store}`;
  for (const name of ["Ruth", "Tom", "Ines", "Yusuf", HOSTILE_NAME]) await api("POST", `${at}/speakers`, { name });
  await api("POST", `${at}/memories/batch`, {
    memories: SAID.map(([speaker, content, event_at]) => ({ content, event_at, ...(speaker ? { speaker } : {}) })),
  });
  await api("POST", `${at}/turns`, { user: "When does the exhibition open?", agent: "On Friday, 17 October, at six.", event_at: day(20, "10:00") });
  const first = await api("POST", `${at}/memories`, {
    speaker: "Ines", content: "The catalogue has forty pages and costs nine euros.", event_at: day(6, "15:00"), conversation_id: "catalogue", metadata: { room: "office" },
  });
  const second = await api("POST", `${at}/memories/${first.id}/supersede`, { content: "The catalogue has forty-eight pages and costs nine euros.", event_at: day(11, "15:00"), on_duplicate: "store" });
  const third = await api("POST", `${at}/memories/${second.id}/supersede`, { content: "The catalogue has forty-eight pages and costs twelve euros.", event_at: day(16, "15:00"), on_duplicate: "store" });
  return [first.id, second.id, third.id];
}

const TOPICS = ["the budget", "the garden", "the second floor", "the new printer", "the summer fair", "the roof", "the library", "the website", "the bicycles", "the archive"];
const VERBS = ["needs", "is waiting for", "has received", "was promised", "can do without", "asked again for", "pays for", "returned"];
const THINGS = ["two keys", "a quiet week", "more paint", "another estimate", "a longer table", "fewer meetings", "a second pair of eyes", "a signature", "good light", "an answer"];

// Many remarks over two years, the same each time: meetings now and then, and quiet between them.
export async function years(api, store, many, people = ["Ann", "Bob", "Carol", "Dmitri", "Eve", "Farid", "Grace", "Heidi", "Ivan"]) {
  await api("POST", "stores", { id: store });
  const at = `stores/${store}`;
  for (const name of people) await api("POST", `${at}/speakers`, { name });
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const voices = [...people, "me"];
  const from = Date.UTC(2023, 8, 1);
  let meeting = from;
  const memories = [];
  for (let i = 0; i < many; i += 1) {
    if (i % 25 === 0) meeting = from + Math.floor((i / many) * 730) * 864e5 + (8 + random(9)) * 36e5;
    const who = Math.min(random(voices.length), random(voices.length));
    memories.push({
      speaker: voices[who], on_duplicate: "store", event_at: new Date(meeting + (i % 25) * 90e3 + random(60) * 1e3).toISOString(),
      content: `On ${TOPICS[random(10)]}: it ${VERBS[random(8)]} ${THINGS[random(10)]}, item ${i + 1}.`,
    });
  }
  for (let i = 0; i < many; i += 500) await api("POST", `${at}/memories/batch`, { memories: memories.slice(i, i + 500) });
}
