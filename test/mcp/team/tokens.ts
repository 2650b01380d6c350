// How many tokens a model reads, on the safe side: o200k_base has 4.1 characters to a token of our list of tools, and 3.0
// of our answers, which are full of links.
export const tokensOf = (text: string, charactersEach = 2.7): number => text.length / charactersEach
