const pieces = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '%', '0', '\xff', 'HTTP/1.1', '{', '"']

/** Bytes with some removed, doubled, swapped or replaced. */
export const mutate = (bytes: string, random: () => number): string => {
  const at = (length: number): number => Math.floor(random() * length)
  let text = bytes
  for (let times = at(4) + 1; times > 0; times -= 1) {
    const from = at(text.length)
    const to = from + at(random() < 0.8 ? 4 : 60)
    const cut = text.slice(from, to)
    const put = ['', cut + cut, pieces[at(pieces.length)] ?? '', String.fromCharCode(at(256))]
    text = text.slice(0, from) + (put[at(put.length)] ?? '') + text.slice(to)
  }
  return text
}
