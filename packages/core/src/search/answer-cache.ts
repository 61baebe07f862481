/** Answers that were given lately, for as long as the index stays as it was. */
export interface AnswerCache<Answer> {
  get(question: string, generation: string): Answer | undefined
  put(question: string, generation: string, answer: Answer): void
}

/** Keeps at most so many answers; the one that was asked for longest ago goes first. */
export function createAnswerCache<Answer>(maxEntries: number): AnswerCache<Answer> {
  let current: string | undefined
  const answers = new Map<string, Answer>()

  /** Another generation of the index answers anew. */
  function forget(generation: string): void {
    if (current !== generation) answers.clear()
    current = generation
  }

  return {
    get(question, generation) {
      forget(generation)
      const answer = answers.get(question)
      if (answer === undefined) return undefined
      // Maps keep the order of insertion: what is put back is the youngest.
      answers.delete(question)
      answers.set(question, answer)
      return answer
    },
    put(question, generation, answer) {
      forget(generation)
      answers.delete(question)
      answers.set(question, answer)
      const [oldest] = answers.keys()
      if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
    },
  }
}
