/**
 * Runs a program of this package. What was asked and is not understood ends with the usage and exit status 2, a failure with 1;
 * otherwise the status is what `run` gives, or 0.
 * @template Asked
 * @param {{ usage: string, request: () => Asked, run: (asked: Asked) => Promise<number | void> }} program
 */
export async function runProgram({ usage, request, run }) {
  let asked
  try {
    asked = request()
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`)
    process.exitCode = 2
    return
  }
  try {
    process.exitCode = (await run(asked)) ?? 0
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/**
 * @param {string} text of an option
 * @param {number} mostDigits
 * @throws TypeError where it is no such number
 */
export function positiveInteger(text, mostDigits) {
  if (/^[1-9]\d*$/u.test(text) && text.length <= mostDigits) return Number(text)
  throw new TypeError(`${text} is not a positive whole number.`)
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : error
}
