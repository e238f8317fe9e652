// Loaded into a bourse process: writes the names of the packs that it opened to descriptor 3 at exit.
const fs = require('node:fs');
const { basename } = require('node:path');

const { readFileSync } = fs;
const opened = [];
fs.readFileSync = (path, ...rest) => {
  if (typeof path === 'string' && path.endsWith('.pack')) opened.push(basename(path));
  return readFileSync(path, ...rest);
};
process.on('exit', () => fs.writeSync(3, JSON.stringify(opened)));
