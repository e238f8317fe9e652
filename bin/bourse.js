#!/usr/bin/env node
'use strict';
// Version, help, completion and explanations are answered from what the build wrote down; anything else is run.
const { answer, start } = require('../dist/quick.js');
if (!answer(process.argv.slice(2))) start();
