export { innerPath, realPathOf } from './system-paths.js'
export { findProject, hasMemory, type ProjectSearch } from './sources/find-project.js'
