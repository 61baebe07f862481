import { useEffect } from 'preact/hooks'
import { failure, judge, judgementOf, loadSuite, suite, type JudgedResult } from './suite.js'

/** The buttons that say of a result whether it answers a query. Records have none: a suite is about files. */
export function Judge({ query, result }: { readonly query: string; readonly result: JudgedResult }) {
  useEffect(() => {
    if (!suite.value) void loadSuite()
  }, [])
  if (result.kind !== 'file' || !result.item) return null
  const said = judgementOf(query, result)
  return (
    <p class="judge">
      <button type="button" aria-pressed={said === 'answers'} onClick={() => judge(query, result, true)}>
        This answers
      </button>{' '}
      <button type="button" aria-pressed={said === 'not'} onClick={() => judge(query, result, false)}>
        This does not
      </button>
      {failure.value !== '' && (
        <span class="bad" role="alert">
          {' '}
          {failure}
        </span>
      )}
    </p>
  )
}
