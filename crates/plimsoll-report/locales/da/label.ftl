### label
