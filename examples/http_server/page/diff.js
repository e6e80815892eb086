// What changed from one text to the next, word by word.

const MOST = 4e6; // cells of the table

function words(text) {
  if (typeof Intl.Segmenter === "function") {
    return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].map((s) => s.segment);
  }
  return text.split(/(\s+)/).filter((part) => part !== "");
}

function push(parts, kind, text) {
  if (text === "") return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

// [{kind: "same" | "gone" | "new", text}]
export function changes(before, after) {
  let a = words(before);
  let b = words(after);
  const parts = [];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  push(parts, "same", a.slice(0, head).join(""));
  const end = a.slice(a.length - tail).join("");
  a = a.slice(head, a.length - tail);
  b = b.slice(head, b.length - tail);
  if (a.length * b.length > MOST) {
    push(parts, "gone", a.join(""));
    push(parts, "new", b.join(""));
  } else {
    middle(parts, a, b);
  }
  push(parts, "same", end);
  return tidy(parts);
}

// The longest common subsequence.
function middle(parts, a, b) {
  const wide = b.length + 1;
  const table = new Uint32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * wide + j] = a[i] === b[j]
        ? table[(i + 1) * wide + j + 1] + 1
        : Math.max(table[(i + 1) * wide + j], table[i * wide + j + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(parts, "same", a[i]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || table[(i + 1) * wide + j] >= table[i * wide + j + 1])) {
      push(parts, "gone", a[i]);
      i += 1;
    } else {
      push(parts, "new", b[j]);
      j += 1;
    }
  }
}

// Blanks alone between two changes are no common ground: "in the [evening]" reads better whole.
function tidy(parts) {
  const result = [];
  let gone = "";
  let fresh = "";
  const flush = () => {
    push(result, "gone", gone);
    push(result, "new", fresh);
    gone = "";
    fresh = "";
  };
  parts.forEach((part, index) => {
    const between = index > 0 && index < parts.length - 1;
    if (part.kind === "gone") gone += part.text;
    else if (part.kind === "new") fresh += part.text;
    else if (between && /^\s+$/u.test(part.text)) {
      gone += part.text;
      fresh += part.text;
    } else {
      flush();
      push(result, "same", part.text);
    }
  });
  flush();
  return result;
}
