/** Sounds, made here: paper, wood, a purse, and notes. Off unless somebody wants them. */

import { settings } from "../settings/settings.svelte";

export type Sound = "card" | "token" | "no" | "loot" | "round" | "clock";

let audio: AudioContext | null = null;

/** Play a sound, if sounds are on and the browser has let us since the last touch. */
export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  SOUNDS[sound](audio, audio.currentTime + 0.01);
}

/** Filtered noise that dies away: paper. */
function paper(at: AudioContext, when: number, length: number, pitch: number, loud: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2;
  }
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  source.connect(filter).connect(volume(at, when, length, loud));
  source.start(when);
}

function note(at: AudioContext, when: number, length: number, pitch: number, kind: OscillatorType, loud: number): void {
  const source = at.createOscillator();
  source.type = kind;
  source.frequency.value = pitch;
  source.connect(volume(at, when, length, loud));
  source.start(when);
  source.stop(when + length);
}

function volume(at: AudioContext, when: number, length: number, loud: number): GainNode {
  const gain = at.createGain();
  gain.gain.setValueAtTime(loud, when);
  gain.gain.exponentialRampToValueAtTime(0.001, when + length);
  gain.connect(at.destination);
  return gain;
}

const SOUNDS: Record<Sound, (at: AudioContext, when: number) => void> = {
  card: (at, when) => paper(at, when, 0.06, 2600, 0.5),
  token: (at, when) => {
    note(at, when, 0.07, 190, "triangle", 0.5);
    paper(at, when, 0.03, 900, 0.4);
  },
  no: (at, when) => {
    note(at, when, 0.14, 311, "triangle", 0.3);
    note(at, when + 0.13, 0.22, 233, "triangle", 0.3);
  },
  loot: (at, when) => {
    paper(at, when, 0.12, 1200, 0.35);
    note(at, when + 0.04, 0.08, 1480, "sine", 0.06);
  },
  clock: (at, when) => {
    [0, 0.16].forEach((after) => note(at, when + after, 0.09, 880, "triangle", 0.3));
  },
  round: (at, when) => {
    [392, 494, 587].forEach((pitch, place) => note(at, when + place * 0.13, 0.25, pitch, "triangle", 0.25));
  },
};
