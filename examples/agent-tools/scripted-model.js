import { once } from 'node:events'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'

/**
 * What a model would decide, by the answers that its tools have given so far: search, read the lines that were found, answer.
 * Asked to guess, it answers at once, until it is told to search.
 * @param {{ role: string, content: string }[]} messages
 */
function decide(messages) {
  const question = messages.find(({ role }) => role === 'user')?.content
  const [found, read] = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  const isTold = messages.some(({ role, content }) => role === 'system' && content.startsWith('Call '))
  if (found === undefined && question?.startsWith('just guess') && !isTold) return say('An hour, I think.')
  if (found === undefined) return call('memory_search', { query: question, maxResults: 3 })
  const place = / path="(?<path>[^"]*)" lines="(?<from>\d+)-(?<to>\d+)"/.exec(found)?.groups
  if (place === undefined) return say('I looked into my memory and did not find it.')
  const [from, to] = [Number(place['from']), Number(place['to'])]
  if (read === undefined) return call('memory_get', { path: place['path'], from, lines: to - from + 1 })
  const line = read.split('\n').find((each) => /JSON Web Token/i.test(each))
  return say(`My notes say:\n${line}\nSource: ${place['path']}#${from}`)
}

/** @param {string} content */
function say(content) {
  return { role: 'assistant', content }
}

/**
 * @param {string} name
 * @param {object} input
 */
function call(name, input) {
  const tool = { name, arguments: JSON.stringify(input) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${name}`, type: 'function', function: tool }],
  }
}

/** @param {string} body a request */
function complete(body) {
  const { messages, tools = [] } = JSON.parse(body)
  const mayRecall = tools.length === 2 && messages[0].content.includes('## Memory Recall')
  const message = mayRecall ? decide(messages) : say('I have no memory.')
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }]
  return JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', choices })
}

/**
 * A service on this machine that speaks the wire format of OpenAI's chat completions
 * (https://platform.openai.com/docs/api-reference/chat) and follows a script. It does not guess: without the memory's tools,
 * and the section of the prompt that says when to use them, it says so.
 */
export async function startScriptedModel() {
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(complete(await readText(request)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => server.close() }
}
