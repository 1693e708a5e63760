### validity
