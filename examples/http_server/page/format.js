// Times and numbers as people read them. All times are UTC, as the library's words about time are.

const inUtc = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const DAY = inUtc({ day: "numeric", month: "short", year: "numeric" });
const DAY_ONLY = inUtc({ day: "numeric", month: "short" });
const MONTH = inUtc({ month: "short", year: "numeric" });
const YEAR = inUtc({ year: "numeric" });
const CLOCK = inUtc({ hour: "2-digit", minute: "2-digit" });
const SECONDS = inUtc({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const NUMBER = new Intl.NumberFormat("en");

export const number = (n) => NUMBER.format(n);
export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
export const moment = (ms) => `${DAY.format(ms)}, ${CLOCK.format(ms)}`;

export const MINUTE = 60e3;
export const HOUR = 60 * MINUTE;
export const DAYS = 24 * HOUR;

export function stretch(from, to) {
  if (to - from < 2 * DAYS) {
    return DAY.format(from) === DAY.format(to) ? `${moment(from)} – ${CLOCK.format(to)}` : `${moment(from)} – ${moment(to)}`;
  }
  return `${DAY.format(from)} – ${DAY.format(to)}`;
}

// When it happened, or else when it was stored.
export const timeOf = (memory) => Date.parse(memory.event_at ?? memory.created_at);

const FIXED = [1e3, 5e3, 15e3, 30e3, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAYS, 2 * DAYS, 7 * DAYS];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

// Marks of the axis between two moments, at most `most` of them: [{at, label}].
export function ticks(from, to, most) {
  const ideal = (to - from) / most;
  const step = FIXED.find((s) => s >= ideal);
  const marks = [];
  if (step) {
    const start = step === 7 * DAYS ? Date.UTC(1970, 0, 5) : 0; // a Monday
    for (let at = start + Math.ceil((from - start) / step) * step; at <= to; at += step) {
      const label = step < MINUTE ? SECONDS : at % DAYS === 0 ? DAY_ONLY : CLOCK;
      marks.push({ at, label: label.format(at) });
    }
    return marks;
  }
  const months = MONTHS.find((m) => m * 30.4 * DAYS >= ideal) ?? 12000;
  const first = new Date(from);
  let index = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months;
  for (;; index += months) {
    const at = new Date(0).setUTCFullYear(Math.floor(index / 12), index % 12, 1);
    if (at > to) return marks;
    if (at >= from) marks.push({ at, label: (months >= 12 ? YEAR : MONTH).format(at) });
  }
}

// The beginning of a text: a remark may be a megabyte long.
export function beginning(text, most) {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > most * 0.7 ? space : most).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}
