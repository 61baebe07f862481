import { readFileSync } from 'node:fs'

const preload = new URL('report-memory.js', import.meta.url).href

/**
 * The environment in which the processes of a program report their memory.
 * @param {string} file a path where nothing is yet
 * @returns {Record<string, string>}
 */
export function reportingMemory(file) {
  return { RECALLITE_BENCH_MEMORY: file, NODE_OPTIONS: `--import ${preload}` }
}

/**
 * The most memory that any of the processes had at once, threads included, in megabytes.
 * @param {string} file
 */
export function readMostMemory(file) {
  const reported = readFileSync(file, 'utf8').trim().split('\n').map(Number)
  return Math.max(...reported) / 1000
}
