// @ts-check
// The styles of grids, and of lines in a drawer, for the modules that draw them.

import rules from '../grid.css';
import './more-styles.js';
import {addStyles} from './styles.js';

addStyles(rules);
