// A program that ends at once.
process.stderr.write("Error: Cannot find package 'node-llama-cpp'\n")
process.exitCode = 1
