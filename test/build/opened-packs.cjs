// Loaded into a bourse process: writes the names of the packs that it opened, and which of Node's modules for cryptography,
// sockets and V8 it loaded, to descriptor 3 at exit.
const fs = require('node:fs');
const { basename } = require('node:path');

const { readFileSync } = fs;
const opened = [];
fs.readFileSync = (path, ...rest) => {
  if (typeof path === 'string' && path.endsWith('.pack')) opened.push(basename(path));
  return readFileSync(path, ...rest);
};
process.on('exit', () => {
  const costly = ['crypto', 'net', 'v8'].filter((name) =>
    process.moduleLoadList.includes(`NativeModule ${name}`),
  );
  fs.writeSync(3, JSON.stringify({ packs: opened, costly }));
});
