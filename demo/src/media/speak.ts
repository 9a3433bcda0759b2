import { writeWav } from "./wav-writer.ts";

const sampleRate = 22_050;

/** The two lowest resonances of the mouth for each vowel, in hertz: what makes an "a" sound unlike an "i". */
const vowels: Readonly<Record<string, readonly [number, number]>> = {
  a: [800, 1200],
  e: [480, 1900],
  i: [300, 2300],
  o: [450, 850],
  u: [320, 700],
  y: [300, 2000],
};

/**
 * Hums a text as a WAV file: vowels as voiced tones, consonants as short breaths, blanks as pauses. Nobody will
 * understand it, but it is made of the text, in the page, and it is real sound. At most ten seconds.
 */
export function speak(text: string): Uint8Array<ArrayBuffer> {
  const samples: number[] = [];
  const longest = sampleRate * 10;
  for (const [index, letter] of Array.from(text.toLowerCase()).entries()) {
    if (samples.length >= longest) break;
    const formants = vowels[letter];
    if (formants !== undefined) voice(samples, formants, 150 - 30 * Math.sin(index / 5), 0.12);
    else if (/\p{L}|\p{N}/u.test(letter)) breathe(samples, index, 0.045);
    else samples.push(...new Array<number>(Math.round(sampleRate * 0.07)).fill(0));
  }
  return writeWav(samples.slice(0, longest), sampleRate);
}

/** A buzz of the given pitch through two resonators, softened at both ends. */
function voice(samples: number[], formants: readonly [number, number], pitchHz: number, seconds: number): void {
  const count = Math.round(sampleRate * seconds);
  for (let at = 0; at < count; at += 1) {
    const time = at / sampleRate;
    let value = 0;
    for (let harmonic = 1; harmonic * pitchHz < 3500; harmonic += 1) {
      const frequency = harmonic * pitchHz;
      const gain = formants.reduce((sum, formant) => sum + 1 / (1 + ((frequency - formant) / 110) ** 2), 0.02);
      value += (gain / harmonic ** 0.5) * Math.sin(2 * Math.PI * frequency * time);
    }
    samples.push(value * 0.25 * Math.sin((Math.PI * at) / count));
  }
}

/** Noise that is the same for the same text, so that equal texts give equal bytes. */
function breathe(samples: number[], seed: number, seconds: number): void {
  const count = Math.round(sampleRate * seconds);
  for (let at = 0; at < count; at += 1) {
    const noise = Math.sin((at + seed * 977) * 12.9898) * 43_758.5453;
    samples.push((noise - Math.floor(noise) - 0.5) * 0.12 * Math.sin((Math.PI * at) / count));
  }
}
