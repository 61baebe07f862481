import type { Run } from '../run/run.js'
import { answersOf } from '../summary/score-answers.js'
import { judgeAnswers } from './judge-answers.js'
import { reliability } from './reliability.js'

/** The calibration of each strategy over all questions of a run, its suites' own and foreign ones; null if no confidence is known. */
export function calibrateRun(run: Run) {
  const findAnswers = answersOf(run)
  return run.strategies.map((strategy) => {
    const answered = run.suites.flatMap((suite) => findAnswers(suite, strategy))
    return { strategy, calibration: reliability(judgeAnswers(answered)) }
  })
}
