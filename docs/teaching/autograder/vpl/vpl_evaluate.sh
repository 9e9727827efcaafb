#!/bin/bash
# Moodle VPL runs this script to write `vpl_execution`, which prints comments and the grade. Add `espalier` and this file to the
# execution files of the activity, and keep `espalier` when running.
. common_script.sh 2> /dev/null
assignment="${ESPALIER_ASSIGNMENT:-alphabeta}"
program="${VPL_SUBFILE0:-my_search.py}"
cat > vpl_execution <<SCRIPT
#!/bin/bash
chmod +x ./espalier 2> /dev/null
export PATH="\$PWD:\$PATH"
espalier grade "$program" --assignment "$assignment" --csv sheet.csv > sheet.txt 2> error.txt
if [ ! -s sheet.txt ]; then
    echo "Comment :=>> \$(head -n 1 error.txt)"
    echo "Grade :=>> 0"
    exit 0
fi
echo "<|--"
cat sheet.txt
echo "--|>"
# The last line is the sum, such as 14.2 of 16 marks.
tail -n 1 sheet.txt | awk -v most="\${VPL_GRADEMAX:-100}" '{ printf "Grade :=>> %.2f\n", most * \$1 / \$3 }'
SCRIPT
chmod +x vpl_execution
