import { useEffect } from 'preact/hooks'
import { slid } from '../search/settings.js'
import { countedQueries, followOutcomes, outcomes, type Outcome } from './outcomes.js'
import { signTest, wilsonInterval } from './statistics.js'
import { failure, loadSuite, suite } from './suite.js'

/** The hit rate of the user's own suite, under the memory's settings and as they stand on the page. */
export function HitRate() {
  useEffect(() => {
    void loadSuite()
    return followOutcomes()
  }, [])
  const counted = countedQueries()
  const known = counted.flatMap(({ id }) => outcomes.value.get(id) ?? [])
  const left = (suite.value?.queries.length ?? 0) - counted.length
  return (
    <section
      class="hit-rate"
      aria-label="Hit rate"
      aria-busy={known.length < counted.length}
      aria-live="polite"
    >
      {failure.value !== '' && <p class="error">{failure}</p>}
      {known.length > 0 && known.length === counted.length && <Rates known={known} />}
      {left > 0 && (
        <p class="muted">
          {questions(left)} left out: nothing is known to answer {left === 1 ? 'it' : 'them'}.
        </p>
      )}
    </section>
  )
}

function Rates({ known }: { readonly known: readonly Outcome[] }) {
  const isSlid = Object.keys(slid.value).length > 0
  return (
    <>
      <dl class="pairs">
        <dt>Hit rate, settings as they are</dt>
        <dd>{describeRate(known.map(({ present }) => present))}</dd>
        {isSlid && (
          <>
            <dt>Hit rate, settings as slid</dt>
            <dd>{describeRate(known.map(({ tuned }) => tuned))}</dd>
          </>
        )}
      </dl>
      {isSlid && <p>{describeDifference(known)}</p>}
    </>
  )
}

/** A share of hits with its confidence interval: `75 % (9 of 12; 95 % confidence: 47 % to 91 %)`. */
export function describeRate(hits: readonly boolean[]): string {
  const [count, all] = [hits.filter(Boolean).length, hits.length]
  const [low, high] = wilsonInterval(count, all).map(percent)
  return `${percent(count / all)} (${count} of ${all}; 95 % confidence: ${low} to ${high})`
}

/** Whether the slid settings are better, as far as the questions on which the two differ can tell. */
export function describeDifference(known: readonly Outcome[]): string {
  const better = known.filter(({ present, tuned }) => tuned && !present).length
  const worse = known.filter(({ present, tuned }) => present && !tuned).length
  const by = `By ${known.length === 1 ? 'this question' : `these ${known.length} questions`}`
  const probability = signTest(better, worse)
  const changes = `${better} more answered, ${worse} fewer; sign test: p = ${probability.toFixed(3)}`
  if (probability >= 0.05) return `${by} the two cannot be told apart (${changes}).`
  return `${by} the slid settings are ${better > worse ? 'better' : 'worse'} (${changes}).`
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

const questions = (count: number): string => `${count} ${count === 1 ? 'question is' : 'questions are'}`
