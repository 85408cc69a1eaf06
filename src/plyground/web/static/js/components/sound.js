/** Sounds of a game, made by the browser: a tap for a move, two tones for the end. */

const LOUDNESS = 0.12;
/** @type {Record<string, [number, number][]>} tones: hertz, and when they begin in seconds */
const SOUNDS = {
  move: [[420, 0]],
  end: [
    [523, 0],
    [784, 0.14],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/**
 * Play a sound; nothing where nobody has touched the page yet, which browsers keep silent.
 * @param {"move" | "end"} name
 */
export function play(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [hertz, after] of SOUNDS[name]) tone(context, hertz, context.currentTime + after);
}

/** @param {AudioContext} audio @param {number} hertz @param {number} at */
function tone(audio, hertz, at) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.15);
}
