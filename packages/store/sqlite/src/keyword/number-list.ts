const comma = 0x2c
const zero = 0x30

/** Whole numbers from 0 in decimal, told apart by commas, as `group_concat` makes them: a fifth of what JSON takes. */
export function parseNumberList(list: Uint8Array | null | undefined): Float64Array {
  if (!list || list.length === 0) return new Float64Array()
  const numbers = new Float64Array((list.length + 1) >> 1)
  let length = 0
  let number = 0
  for (let index = 0; index < list.length; index += 1) {
    const byte = list[index] ?? 0
    if (byte === comma) {
      numbers[length] = number
      length += 1
      number = 0
    } else number = 10 * number + (byte - zero)
  }
  numbers[length] = number
  return numbers.subarray(0, length + 1)
}
