import { once } from 'node:events'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'

/**
 * Decides like a model, based on the tool results so far: search, read the lines that were found, answer. If the user asks it
 * to guess, it answers immediately, unless it was told to search.
 * @param {{ role: string, content: string }[]} messages
 */
function decide(messages) {
  const question = messages.find(({ role }) => role === 'user')?.content
  const [found, read] = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  const mustSearch = messages.some(({ role, content }) => role === 'system' && content.startsWith('Call '))
  if (found === undefined && question?.startsWith('just guess') && !mustSearch)
    return say('An hour, I think.')
  if (found === undefined) return call('memory_search', { query: question, maxResults: 3 })
  const location = / path="(?<path>[^"]*)" lines="(?<from>\d+)-(?<to>\d+)"/.exec(found)?.groups
  if (location === undefined) return say('I searched my memory and did not find it.')
  const [from, to] = [Number(location['from']), Number(location['to'])]
  if (read === undefined) return call('memory_get', { path: location['path'], from, lines: to - from + 1 })
  const line = read.split('\n').find((each) => /JSON Web Token/i.test(each))
  return say(`My notes say:\n${line}\nSource: ${location['path']}#${from}`)
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
 * A local service with the wire format of OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat) that
 * follows a script. It has no memory without the memory's tools and the section of the prompt about when to use them.
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
