#!/usr/bin/env node
'use strict';
require('../dist/load.cjs').start();
