/** Writes samples between -1 and 1 as a WAV file: one channel, 16 bits. */
export function writeWav(samples: readonly number[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytesPerSample = 2;
  const dataBytes = samples.length * bytesPerSample;
  const file = new DataView(new ArrayBuffer(44 + dataBytes));
  const name = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) file.setUint8(at + index, text.charCodeAt(index));
  };
  name(0, "RIFF");
  file.setUint32(4, 36 + dataBytes, true);
  name(8, "WAVE");
  name(12, "fmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * bytesPerSample, true);
  file.setUint16(32, bytesPerSample, true);
  file.setUint16(34, 8 * bytesPerSample, true);
  name(36, "data");
  file.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) {
    const clamped = Math.max(-1, Math.min(1, sample));
    file.setInt16(44 + index * bytesPerSample, Math.round(clamped * 0x7fff), true);
  }
  return new Uint8Array(file.buffer);
}
