import { join } from 'node:path'
import { orUndefined, writeWhole } from '@recallite/command-line'
import * as v from 'valibot'
import { malformed } from '../errors.js'
import { flawOf, list, object, text } from '../schema.js'
import { filledText, readSuiteFile } from './json-lines.js'
import { beirMarkerFile, queriesFile } from './suite.js'
import { makeEmptyFolder } from './write-suite.js'

/**
 * Converts a file of LongMemEval (Wu et al. 2024), a JSON array of questions, to a folder in the format of BEIR. Each session of a question
 * is a document; `group` of both is the id of the question. Returns the number of questions. Throws an EvaluationError.
 */
export function convertLongMemEval(file: string, folder: string): number {
  const questions = readQuestions(file)
  const documents = questions.flatMap(documentsOf)
  const queries = questions.map(({ question_id: id, question, question_type: kind }) => {
    return `${JSON.stringify({ id, text: question, kind, group: id })}\n`
  })
  const qrels = documents.flatMap(({ id, group, isAnswer }) => (isAnswer ? [`${group}\t${id}\t1\n`] : []))
  makeEmptyFolder(folder)
  writeWhole(join(folder, 'qrels.tsv'), qrels)
  writeWhole(join(folder, queriesFile), queries)
  // Last, because this file marks a suite.
  const lines = documents.values().map((each) => `${JSON.stringify(each)}\n`)
  writeWhole(join(folder, beirMarkerFile), lines)
  return questions.length
}

const questionSchema = object({
  question_id: filledText,
  question_type: text,
  question: filledText,
  haystack_session_ids: list(text),
  haystack_dates: list(text),
  haystack_sessions: list(list(object({ role: text, content: text }))),
  answer_session_ids: list(text),
})

function readQuestions(file: string) {
  const json = readSuiteFile(file)
  const items = orUndefined(() => JSON.parse(json) as unknown)
  if (!Array.isArray(items)) throw malformed({ file }, 'This is not a JSON array. Use a file of LongMemEval.')
  return items.map((item: unknown, index) => {
    const begin = `Question ${JSON.stringify(Object(item).question_id ?? index + 1)}:`
    const flaw = flawOf(questionSchema, Object(item))
    if (flaw) throw malformed({ file }, `${begin} "${flaw.path}" must be ${flaw.need}. Correct it.`)
    const question = v.parse(questionSchema, item)
    const { haystack_session_ids: ids, haystack_sessions: sessions, haystack_dates: dates } = question
    const isAligned = sessions.length === ids.length && dates.length === ids.length
    if (isAligned && question.answer_session_ids.every((id) => ids.includes(id))) return question
    throw malformed({ file }, `${begin} haystack_session_ids must fit sessions, dates and answers.`)
  })
}

function documentsOf({ question_id: group, ...question }: ReturnType<typeof readQuestions>[number]) {
  const answers = group.endsWith('_abs') ? [] : question.answer_session_ids
  return question.haystack_sessions.map((turns, index) => {
    const lines = turns.map(({ role, content }) => `\n${role}: ${content}\n`)
    const dated = `---\ndate: ${JSON.stringify(question.haystack_dates[index])}\n---\n${lines.join('')}`
    const isAnswer = answers.includes(question.haystack_session_ids[index] ?? '')
    // Not the id of the session, which may occur twice, and shows whether it is an answer.
    return { id: `${group}/${index + 1}`, text: dated, group, isAnswer }
  })
}
