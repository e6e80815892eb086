// The timeline under a mouse or a finger: drag to move, pinch or Ctrl and wheel to zoom.

export function openGesture(holder, box, view, setView) {
  const pointers = new Map();
  let start = null;
  let frame = 0;

  const track = (event) => event.target.closest?.(".track, .axis");
  const later = (action) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(action);
  };
  const xs = () => [...pointers.values()];

  const begin = () => {
    const { from, to } = view();
    start = { from, to, xs: xs() };
  };

  holder.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !track(event)) return;
    pointers.set(event.pointerId, event.clientX);
    begin();
  });

  window.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId) || !start) return;
    pointers.set(event.pointerId, event.clientX);
    const { left, width } = box();
    const span = start.to - start.from;
    if (pointers.size === 2) {
      const [a, b] = xs();
      const spread = Math.max(8, Math.abs(a - b)) / Math.max(8, Math.abs(start.xs[0] - start.xs[1]));
      const held = start.from + (((start.xs[0] + start.xs[1]) / 2 - left) / width) * span;
      const wide = span / spread;
      const from = held - (((a + b) / 2 - left) / width) * wide;
      later(() => setView(from, from + wide));
    } else if (Math.abs(event.clientX - start.xs[0]) > 4) {
      const moved = ((event.clientX - start.xs[0]) / width) * span;
      const { from, to } = start;
      later(() => setView(from - moved, to - moved));
    }
  });

  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) begin();
    else start = null;
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);

  holder.addEventListener("wheel", (event) => {
    if (!track(event)) return;
    const { left, width } = box();
    const { from, to } = view();
    const span = to - from;
    if (event.ctrlKey) {
      event.preventDefault();
      const middle = from + ((event.clientX - left) / width) * span;
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200)));
      later(() => setView(middle - (middle - from) * factor, middle + (to - middle) * factor));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const moved = (event.deltaX / width) * span;
      later(() => setView(from + moved, to + moved));
    }
  }, { passive: false });
}
