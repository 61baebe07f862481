/*
 * node index.js [question…]: an agent that searches its memory before it answers. The loop sends the conversation, runs the
 * tools that the model calls, sends their results, and repeats until the model answers.
 */
import { fileURLToPath } from 'node:url'
import { createMemory } from '@recallite/core'
import { memoryGetTool, memoryRecallPolicy, memorySearchTool } from '@recallite/core/tools'
import { openSqliteStore } from '@recallite/store-sqlite'
import { startScriptedModel } from './scripted-model.js'

const notes = fileURLToPath(new URL('../memory', import.meta.url))
const question = process.argv.slice(2).join(' ') || 'how long does a signed JSON Web Token live?'
const maxTurns = 8

const memory = createMemory({ store: await openSqliteStore({ path: ':memory:' }), sources: [notes] })
const model = await startScriptedModel()
const tools = [memorySearchTool(memory), memoryGetTool(memory)]

/**
 * @param {object[]} messages
 * @returns {Promise<{ content: string, tool_calls?: { id: string, function: { name: string, arguments: string } }[] }>}
 */
async function complete(messages) {
  const functions = tools.map(({ name, description, inputSchema: parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted', messages, tools: functions }),
  })
  const { choices } = /** @type {{ choices: { message: any }[] }} */ (await response.json())
  return choices[0]?.message
}

/**
 * Runs a tool. Errors are returned to the model, so that it can correct its call.
 * @param {string} name
 * @param {string} input
 */
async function runTool(name, input) {
  console.log(`→ ${name} ${input}`)
  const tool = tools.find((each) => each.name === name)
  try {
    return tool ? (await tool.execute(JSON.parse(input))).text : `There is no tool ${name}.`
  } catch (error) {
    return String(error)
  }
}

try {
  await memory.sync()
  const recall = memoryRecallPolicy({ tools: tools.map(({ name }) => name) })
  /** @type {object[]} */
  const messages = [
    { role: 'system', content: `You help the staff of a small library.\n\n${recall}` },
    { role: 'user', content: question },
  ]
  console.log(question)
  let hasRecalled = false
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const message = await complete(messages)
    messages.push(message)
    if (!message.tool_calls && hasRecalled) {
      console.log(message.content)
      break
    }
    if (!message.tool_calls) messages.push({ role: 'system', content: 'Call memory_search first.' })
    for (const { id, function: request } of message.tool_calls ?? []) {
      hasRecalled = true
      const content = await runTool(request.name, request.arguments)
      messages.push({ role: 'tool', tool_call_id: id, content })
    }
  }
} finally {
  model.stop()
  await memory.close()
}
