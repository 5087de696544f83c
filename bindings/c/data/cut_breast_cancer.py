"""Writes breast_cancer.inc from the file breast_cancer.csv of the Python package scikit-learn (see README.md).

Usage: python3 cut_breast_cancer.py path/to/sklearn/datasets/data/breast_cancer.csv > breast_cancer.inc
"""

import sys

with open(sys.argv[1]) as table:
    next(table)  # "569,30,malignant,benign"
    for line in table:
        print("{" + line.strip() + "},")
