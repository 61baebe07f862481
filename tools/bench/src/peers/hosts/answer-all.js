/**
 * Puts questions to a program that stays, once to warm it up and once timed, and prints `Answers` as JSON.
 * @param {string} questionsText a JSON list
 * @param {(question: string) => Promise<number>} answer gives the number of results
 */
export async function answerAll(questionsText, answer) {
  /** @type {readonly string[]} */
  const questions = JSON.parse(questionsText)
  for (const question of questions) await answer(question)
  const times = []
  const found = []
  for (const question of questions) {
    const started = performance.now()
    found.push(await answer(question))
    times.push(performance.now() - started)
  }
  const megabytes = process.resourceUsage().maxRSS / 1000
  process.stdout.write(JSON.stringify({ times, found, megabytes }))
}
