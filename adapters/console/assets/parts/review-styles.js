// @ts-check
// The styles of what stands around the pages of a review.

import './more-styles.js';
import rules from '../review.css';
import {addStyles} from './styles.js';

addStyles(rules);
